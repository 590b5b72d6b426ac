/** Public state of the process of a service. */
export interface ChildState {
  name: string
  service: string
  port?: number
  internalPort: number
  /** Where its internal port is; this machine if left out. */
  host?: string
  /** Set while it runs. */
  pid?: number
  /** When the running process started. */
  startedAt?: Date
  /** Memory of the service, where systemd accounts for it. */
  memoryBytes?: number
  restarts: number
  /** How it ended the last time. */
  lastEnd?: string
}

/** The processes of all services, which this process starts itself, or systemd as units, or others in containers. */
export interface Supervision {
  children(): readonly ChildState[]
  start(): void | Promise<void>
  stop(graceMs: number): Promise<void>
}
