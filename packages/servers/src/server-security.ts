/** A user of a server, with the file of its password. */
export interface Login {
  name: string
  passwordFile: string
}

/** PEM files with which a server proves its identity, and the CA that its clients trust. */
export interface ServerTls {
  caFile: string
  certFile: string
  keyFile: string
}
