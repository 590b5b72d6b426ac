import { type Files, NO_PERMISSION, type Targets, type Way } from './way.ts'

const own = (name: string, script: (targets: Targets) => string): Way => ({
  name,
  script,
  refusal: NO_PERMISSION,
  control: 'developer',
})
const read = (name: string, file: keyof Files) => own(name, ({ files }) => `head -c 1 '${files[file]}' >/dev/null`)
/** Opens the file for writing and leaves it as it is. */
const write = (name: string, file: keyof Files) => own(name, ({ files }) => `: >>'${files[file]}'`)
/** Moves the file away and back: what a deletion and a replacement need too. */
const remove = (name: string, file: keyof Files) =>
  own(name, ({ files: { [file]: path } }) => `mv -f '${path}' '${path}.other' && mv '${path}.other' '${path}'`)

/** Files of the servers, the services and the agent. */
export const fileWays: readonly Way[] = [
  read('read events in the files of Kafka', 'logSegment'),
  read('read events in the files of the engine', 'engineIndex'),
  read('read the files of PostgreSQL', 'storeControl'),
  read('read the keys that seal secrets', 'sealingKeys'),
  read('read the settings', 'settings'),
  read('read a password of a server', 'password'),
  read('read the first password', 'admin'),
  read('read the key of a probe', 'probeKey'),
  read('read the head of the audit', 'auditHead'),
  own('read the log of a service', ({ readLog }) => readLog),
  write('forge events in the files of Kafka', 'logSegment'),
  write('forge events in the files of the engine', 'engineIndex'),
  write('change the files of PostgreSQL', 'storeControl'),
  write('change the settings', 'settings'),
  write('change the keys that seal secrets', 'sealingKeys'),
  remove('delete the keys that seal secrets', 'sealingKeys'),
  remove('replace the head of the audit', 'auditHead'),
  remove('replace the key of a probe', 'probeKey'),
  remove('delete events in the files of Kafka', 'logSegment'),
  remove('delete events in the files of the engine', 'engineIndex'),
]
