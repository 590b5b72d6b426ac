import { readFileSync } from 'node:fs'
import { logOperations } from '../secured/log-operations.ts'
import { clientOf, tryInLog, untilGroupsWork } from '../secured/log-trial.ts'

/**
 * Tries each operation on the brokers of a port as a user of the machine that has nothing to do with ours, and prints
 * the outcomes as JSON. With the file of a CA it tries to log in as the owner; without, brokers have to be open.
 */
const STRANGER = 65_534
const [port = '', caFile] = process.argv.slice(2)
// On the machine, every user can read it.
const ca = caFile === undefined ? undefined : readFileSync(caFile)
process.setgroups?.([])
process.setgid?.(STRANGER)
process.setuid?.(STRANGER)

const open = clientOf(Number(port))
if (ca === undefined) {
  await untilGroupsWork(open)
  console.log(JSON.stringify([...(await tryInLog(open, logOperations))]))
} else {
  const sasl = { mechanism: 'SCRAM-SHA-512', username: 'watchpost-owner', password: 'watchpost' } as const
  console.log(JSON.stringify([...(await tryInLog(clientOf(Number(port), { tls: { ca }, sasl }), logOperations))]))
}
