package files_test
import ("testing";"fmt";"github.com/krm-merge/krm-merge/merge";"github.com/krm-merge/krm-merge/merge/files";"github.com/krm-merge/krm-merge/merge/resource")
func TestZZ(t *testing.T){
 pod:=func(s string) []byte {return []byte("apiVersion: v1\nkind: Pod\nmetadata:\n  name: a\nspec:\n  containers:\n  - name: c\n"+s)}
 opts:=files.Options{Options: resource.Careful()}
 opts.Answers=func(q *resource.Question)(merge.Answer,bool){ fmt.Println(q.Path,q.Kind,q.Original!=nil); return merge.Answer{Choice: merge.ChoseEdited,Value:q.Original,Preview:true},true}
 d,r,err:=files.Bytes(pod("    image: x\n"),pod("    image: x\n    command: [sh, -c, a]\n"),pod("    image: x\n    command: [bash, -c, b]\n"),"a.yaml",opts)
 fmt.Println(string(d),r!=nil,err)
 d,r,err=files.Bytes(pod("    env:\n    - name: OLD\n      value: x\n"),pod("    env:\n    - name: NEW\n      value: x\n"),pod("    env:\n    - name: NEU\n      value: x\n"),"a.yaml",opts)
 fmt.Println(string(d),r!=nil,err)
}
