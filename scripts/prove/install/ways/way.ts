/** Where things are on one machine, as far as the ways need it. Commands are for sh. */
export interface Targets {
  /** Options of curl, and the first part of a URL of the engine. */
  engine: { options: string; url: string }
  /** Where the engine listens in its network. */
  enginePort: number
  /** Commands that run the SQL of their last argument: as one of our users, as an administrator, with a password. */
  psql: string
  psqlOfAdministrator: string
  psqlByNetwork: string
  pids: Record<'api' | 'indexer' | 'log' | 'engine', number>
  files: Files
  /** Prints a line that the API has logged. */
  readLog: string
  /** Stops all services. */
  stop: string
  /** The `watchpost` command. */
  watchpost: string
}

export interface Files {
  settings: string
  sealingKeys: string
  password: string
  admin: string
  probeKey: string
  auditHead: string
  /** The first two contain events. */
  logSegment: string
  engineIndex: string
  storeControl: string
}

/** A way to read, change or delete what only the appliance may. */
export interface Way {
  name: string
  /** For sh. Ends with 0 only if it succeeds. */
  script: (targets: Targets) => string
  /** What a refusal for lack of a permission prints. */
  refusal: RegExp
  /**
   * Who can do it on a stack for development: every account, or the one that started the stack. The second is for what
   * no account shares: its files, its processes and its passwords.
   */
  control: Account
}

export type Account = 'everyone' | 'developer'

export const NO_PERMISSION = /permission denied|operation not permitted|insufficient permissions|EACCES/i
