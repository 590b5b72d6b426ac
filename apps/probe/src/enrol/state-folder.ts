import { join } from 'node:path'

/** Where things lie in the agent's state folder. */
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

/** Who we are, written when we enrol. */
export interface ProbeFile {
  appliance: string
  probe: { id: number; fqdn: string }
  eve_file: string
}

export function readProbeFile(text: string): ProbeFile | 'unreadable' {
  try {
    const file = JSON.parse(text) as ProbeFile
    return typeof file.appliance === 'string' && Number.isInteger(file.probe.id) ? file : 'unreadable'
  } catch {
    return 'unreadable'
  }
}
