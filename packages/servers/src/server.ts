/** One real server on this machine. Its state is in files, so any process can manage it. */
export interface Server {
  name: string
  /** Where it listens on 127.0.0.1; clients use the first. */
  ports: readonly [number, ...number[]]
  logFile: string
  /** The pid while it runs. */
  pid(): number | undefined
  /** Prepares its data at the first start, then starts it unless it is running. Does not wait until it is healthy. */
  start(): Promise<void>
  /** Why it cannot serve now; undefined if it can. */
  problem(): Promise<string | undefined>
  /** Stops it, and kills it after a grace period. Resolves once no process is left. */
  stop(): Promise<void>
  /** Kills it, as a power failure would. */
  kill9(): Promise<void>
}

/** A server that stores what its clients send. */
export interface DataServer extends Server {
  /** Deletes all stored data while it runs, so that it is like new. Clients must be disconnected. */
  clear(): Promise<void>
}

/** Where a group of servers stores its files, and its user. */
export interface Place {
  /** Contains a folder per server; `user` must be able to reach it. */
  dataDir: string
  logDir: string
  runDir: string
  /** The unprivileged user of the servers; our own by default. */
  user?: ServerUser
  /** The servers end when the process that started them ends, for any reason. */
  endsWithStarter?: boolean
}

export interface ServerUser {
  uid: number
  gid: number
}
