import { type Logger, pino } from 'pino'

export type { Logger }

/** JSON lines on standard output: a fixed message plus fields. What may carry a secret is cut by name. */
export function createLogger(role: string, level = 'info'): Logger {
  return pino({
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
  })
}
