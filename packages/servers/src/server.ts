/** One real server on this machine. What it knows of itself lies in files, so any process can look after it. */
export interface Server {
  name: string
  /** Where it listens on 127.0.0.1; clients use the first. */
  ports: readonly [number, ...number[]]
  logFile: string
  /** The pid while it runs. */
  pid(): number | undefined
  /** Prepares its data at the first start, then starts it unless it runs. Does not wait until it is healthy. */
  start(): Promise<void>
  /** Why it cannot serve now; nothing when it can. */
  problem(): Promise<string | undefined>
  /** Asks it to end, and ends it by force after a grace. Answers once no process is left. */
  stop(): Promise<void>
  /** Ends it as a power cut would. */
  kill9(): Promise<void>
}

/** A server that stores what its clients send. */
export interface DataServer extends Server {
  /** Deletes all of that while it runs, so that it is like new. Its clients must be gone. */
  clear(): Promise<void>
}

/** Where a group of servers keeps its things, and as whom it runs. */
export interface Place {
  /** A folder per server is made here; `user` must be able to reach it. */
  dataDir: string
  logDir: string
  runDir: string
  /** The unprivileged user the servers run as; no one else but ourselves when left out. */
  user?: ServerUser
  /** The servers end when the process that started them does, however that ends. */
  endsWithStarter?: boolean
}

export interface ServerUser {
  uid: number
  gid: number
}
