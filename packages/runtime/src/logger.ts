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

/**
 * JSON lines on standard output: a fixed message plus fields. Fields that may contain a secret are redacted by name.
 */
export function createLogger(service: string, level = 'info', { isGathering = false }: LoggerOptions = {}): Logger {
  const destination = pino.destination({ dest: 1, sync: true, minLength: isGathering ? GATHERED_BYTES : 0 })
  if (isGathering) {
    setInterval(() => destination.flush(), GATHER_MS).unref()
    process.on('exit', () => destination.flushSync())
  }
  const options: PinoOptions = {
    level,
    base: { role: service, pid: process.pid },
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
