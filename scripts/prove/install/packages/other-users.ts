import type { Report } from '../../harness/report.ts'
import type { DebianMachine } from './machine/debian-machine.ts'

const expected = ['gateway', 'indexer', 'clusters', 'exporter', 'api', 'console', 'log', 'engine', 'probe']
/** A user of the machine that has nothing to do with ours. */
const STRANGER = 'nobody'

/** Each service has its own user, and other users of the machine reach neither the engine nor secrets. */
export function proveOtherUsers(report: Report, machine: DebianMachine): void {
  const users = machine
    .run('ps', '-eo', 'user:32,args')
    .split('\n')
    .filter((line) => line.includes('/usr/lib/watchpost'))
    .map((line) => line.split(' ')[0] ?? '')
  // The appliance starts a second process of its user for the doctor.
  const found = [...new Set(users)].toSorted()
  const isOwn =
    found.join() ===
    expected
      .map((name) => `watchpost-${name}`)
      .toSorted()
      .join()
  report.check('each service runs as its own user', isOwn, found.join(' '))

  const runAs = (user: string, ...words: string[]) => machine.tryRun('runuser', '-u', user, '--', ...words)
  const ask = ['curl', '-sS', '--unix-socket', '/run/watchpost/engine.sock', 'http://engine/']
  const [stranger, api] = [runAs(STRANGER, ...ask).status, runAs('watchpost-api', ...ask).status]
  report.check('other users cannot use the engine', stranger === 7 && api === 0, `curl ended with ${stranger}`)
  const closed = machine.tryRun('curl', '-sS', '--max-time', '2', 'http://127.0.0.1:9200/').status
  report.check('the engine has no port on the machine, not even for root', closed === 7, `curl ended with ${closed}`)

  const { output } = runAs(STRANGER, 'find', '/etc/watchpost', '/var/lib/watchpost', '-readable', '-type', 'f')
  const readable = output.split('\n').filter((line) => line.startsWith('/'))
  // The certificate of the CA of Kafka is public.
  const isClosed = readable.join() === '/etc/watchpost/log-ca.pem'
  report.check('other users can read neither settings nor secrets', isClosed, readable.join(' '))
  const lines = runAs(STRANGER, 'head', '-n', '1', '/var/log/suricata/eve.json')
  report.check('nor what Suricata writes', lines.status !== 0 && lines.output.includes('Permission denied'))
}
