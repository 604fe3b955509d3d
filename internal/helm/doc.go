// Package helm runs the user's own helm, 3 or 4, so that logins, proxies, certificates and
// plug-ins are those of everything else. In go repositories and names of charts, out come
// their versions, and charts as files. What was fetched once stays in a cache, by the digest of
// its archive. It must not know what charts are merged with, nor what a version is newer than
// for whom.
package helm
