import { join } from 'node:path'
import { isInteger, isText, objectOf, readState } from '../disk/state-file.ts'

/** Paths in the agent's state folder. */
export interface StateFolder {
  identity: string
  probe: string
  spool: string
  status: string
}

export function stateFolder(folder: string): StateFolder {
  return {
    identity: join(folder, 'identity'),
    probe: join(folder, 'probe.json'),
    spool: join(folder, 'spool'),
    status: join(folder, 'status.json'),
  }
}

/** The identity of the probe, written at enrolment. */
export interface ProbeFile {
  appliance: string
  probe: { id: number; fqdn: string }
  eve_file: string
}

const isProbeFile = objectOf<ProbeFile>({
  appliance: isText,
  probe: objectOf<ProbeFile['probe']>({ id: isInteger, fqdn: isText }),
  eve_file: isText,
})

export function readProbeFile(text: string): ProbeFile | 'unreadable' {
  return readState(text, isProbeFile) ?? 'unreadable'
}
