import { NO_PERMISSION, type Targets, type Way } from './way.ts'

const own = (name: string, script: (targets: Targets) => string, refusal = NO_PERMISSION): Way => ({
  name,
  script,
  refusal,
  control: 'developer',
})
const about = (name: string, of: keyof Targets['pids'], script: (pid: number) => string) =>
  own(name, ({ pids }) => script(pids[of]))

/** A user may run the command with settings of its own: what it needs is closed, or PostgreSQL does not know the user. */
const command = (name: string, words: string) =>
  own(name, ({ watchpost }) => `${watchpost} ${words}`, /EACCES|Peer authentication failed/)

/** Processes, commands and the service manager. Those that end a process are last. */
export const processWays: readonly Way[] = [
  about('read the environment of the API', 'api', (pid) => `head -c 1 /proc/${pid}/environ >/dev/null`),
  about('open the memory of the API', 'api', (pid) => `: </proc/${pid}/mem`),
  about('list the open files of Kafka', 'log', (pid) => `ls /proc/${pid}/fd/ >/dev/null`),
  about('see the files that the engine sees', 'engine', (pid) => `ls /proc/${pid}/root/ >/dev/null`),
  about('enter the network of the engine', 'engine', (pid) => `nsenter --net=/proc/${pid}/ns/net true`),
  about('limit the open files of the indexer', 'indexer', (pid) => `prlimit --pid ${pid} --nofile=8000`),
  about('stop an indexer for a moment', 'indexer', (pid) => `kill -STOP ${pid} && kill -CONT ${pid}`),
  command('add a probe', 'probe create intruder.example.org'),
  command('make a new key that seals secrets', 'secrets rotate'),
  command('get the password of an account', 'admin reset-password admin'),
  about('kill an indexer', 'indexer', (pid) => `kill -KILL ${pid}`),
  own('stop the services', ({ stop }) => stop, /interactive authentication required|access denied/i),
]
