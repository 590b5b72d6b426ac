import { type Logger, type LoggerOptions as PinoOptions, pino } from 'pino'

export type { Logger }

export interface LoggerOptions {
  /**
   * Buffers lines up to `info` for a fifth of a second, for a service that writes a line for every request. A warning
   * or worse is written at once, with all earlier lines.
   */
  isGathering?: boolean
}

const GATHERED_BYTES = 8_192
const GATHER_MS = 200
const WARN = 40

/** What is to be written with the buffered lines of a logger. */
const pendingOf = new WeakMap<Logger, (() => void)[]>()
/** The time of the line that is being written, if it reports something earlier. */
let earlierMs: number | undefined

/**
 * Calls `write` before the logger writes its buffered lines: after a fifth of a second, before a warning and at exit.
 * Returns false if the logger buffers nothing.
 */
export function writeWithBuffered(logger: Logger, write: () => void): boolean {
  const pending = pendingOf.get(logger)
  pending?.push(write)
  return pending !== undefined
}

/** Gives the lines that `write` logs this time, in milliseconds since 1970, instead of the current one. */
export function withTime(ms: number, write: () => void): void {
  earlierMs = ms
  try {
    write()
  } finally {
    earlierMs = undefined
  }
}

/**
 * JSON lines on standard output: a fixed message plus fields. Fields that may contain a secret are redacted by name.
 */
export function createLogger(service: string, level = 'info', { isGathering = false }: LoggerOptions = {}): Logger {
  const destination = pino.destination({ dest: 1, sync: true, minLength: isGathering ? GATHERED_BYTES : 0 })
  const pending: (() => void)[] = []
  const writePending = () => {
    for (const write of pending) write()
  }
  if (isGathering) {
    setInterval(() => {
      writePending()
      destination.flush()
    }, GATHER_MS).unref()
    process.on('exit', () => {
      writePending()
      destination.flushSync()
    })
  }
  const options: PinoOptions = {
    level,
    base: { role: service, pid: process.pid },
    timestamp: () => `,"time":"${new Date(earlierMs ?? Date.now()).toISOString()}"`,
    formatters: { level: (label) => ({ level: label }) },
    redact: [
      'password',
      'token',
      'private_key',
      'keyPem',
      '*.password',
      '*.token',
      '*.private_key',
      '*.keyPem',
      'req.headers["api-key"]',
      'req.headers.authorization',
      'req.headers.cookie',
    ],
    hooks: {
      logMethod(line, method, importance) {
        const isUrgent = isGathering && importance >= WARN
        if (isUrgent) writePending()
        method.apply(this, line)
        if (isUrgent) destination.flushSync()
      },
    },
  }
  const logger = pino(options, destination)
  if (isGathering) pendingOf.set(logger, pending)
  return logger
}
