import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { productFiles } from '@watchpost/runtime'
import type { Finding } from './finding.ts'
import type { LookoutPorts } from './lookout.ts'

const EVERY_SECONDS = 2

/** Starts a doctor that checks every two seconds. It ends with its input, and so with the process that started it. */
export const launchDoctor: LookoutPorts<Finding[]>['launch'] = (onLook, onEnd) => {
  const child = spawn(
    process.execPath,
    [productFiles().main('appliance'), 'doctor', '--every', String(EVERY_SECONDS)],
    {
      stdio: ['pipe', 'pipe', 'inherit'],
    },
  )
  createInterface({ input: child.stdout }).on('line', (line) => onLook(JSON.parse(line) as Finding[]))
  child.once('error', (error) => onEnd(error.message))
  child.once('exit', (code, signal) => onEnd(signal ?? `code ${code}`))
  return { stop: () => void child.kill('SIGTERM') }
}
