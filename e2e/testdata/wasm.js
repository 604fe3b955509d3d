// Runs a module of WebAssembly as kpt does with KPT_FN_WASM_RUNTIME=nodejs:
//
//	node wasm.js .../wasm_exec.js function.wasm
//
// A list comes in on stdin. The merged one goes to stdout, or the error to stderr.
const fs = require('fs');

require(process.argv[2]);
const go = new Go();
const list = fs.readFileSync(0, 'utf-8');
WebAssembly.instantiate(fs.readFileSync(process.argv[3]), go.importObject).then(({ instance }) => {
  go.run(instance);
  const result = processResourceList(list);
  if (result.includes('kind: ResourceList')) {
    fs.writeFileSync(1, result);
  } else {
    fs.writeFileSync(2, processResourceListErrors(list) + '\n');
    process.exitCode = 1;
  }
});
