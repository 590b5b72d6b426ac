import { type Logger, type LoggerOptions as PinoOptions, pino } from 'pino'

export type { Logger }

export interface LoggerOptions {
  /**
   * Lines up to `info` are written together, within a fifth of a second: for a role that writes a line for every request.
   * From a warning on they are written at once, with all that came before.
   */
  isGathering?: boolean
}

const GATHERED_BYTES = 8_192
const GATHER_MS = 200
const WARN = 40

/** JSON lines on standard output: a fixed message plus fields. What may carry a secret is cut by name. */
export function createLogger(role: string, level = 'info', { isGathering = false }: LoggerOptions = {}): Logger {
  const destination = pino.destination({ dest: 1, sync: true, minLength: isGathering ? GATHERED_BYTES : 0 })
  if (isGathering) {
    setInterval(() => destination.flush(), GATHER_MS).unref()
    process.on('exit', () => destination.flushSync())
  }
  const options: PinoOptions = {
    level,
    base: { role, pid: process.pid },
    timestamp: pino.stdTimeFunctions.isoTime,
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
        method.apply(this, line)
        if (isGathering && importance >= WARN) destination.flushSync()
      },
    },
  }
  return pino(options, destination)
}
