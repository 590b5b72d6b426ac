import type { TransferredFile } from '../files.ts'
import { type Flow, header } from '../flow.ts'
import type { Stage } from '../stage.ts'

interface Sighting {
  file: TransferredFile
  flow: Flow
  /** The protocol parts around the file: `http`, `smtp` and `email`, `smb` … */
  context: Record<string, unknown>
  offsetMs: number
  /** Share of such files that the probe stores for the analysers. */
  storeShare: number
}

/** Emits the `fileinfo` of a file in a flow; stored files go to the analysers. */
export function fileEvent(stage: Stage, { file, flow, context, offsetMs, storeShare }: Sighting): void {
  const { random } = stage
  const isStored = random.chance(storeShare)
  const fileId = 1 + random.int(90_000)
  stage.emit('fileinfo', 2, () => ({
    ...header(stage, flow, 'fileinfo', offsetMs, true),
    app_proto: flow.app,
    ...context,
    fileinfo: filePart(file, isStored, fileId),
  }))
  if (isStored) stage.analyse({ file, flow, at: flow.start + offsetMs, context, fileId })
}

/** The `fileinfo` part of an event, also used in the analysers' verdicts. */
export function filePart(file: TransferredFile, isStored: boolean, fileId: number): Record<string, unknown> {
  return {
    filename: file.name,
    ...(isStored ? { sid: [9_100_020] } : {}),
    magic: file.magic,
    gaps: false,
    state: 'CLOSED',
    md5: file.md5,
    sha1: file.sha1,
    sha256: file.sha256,
    stored: isStored,
    ...(isStored ? { file_id: fileId } : {}),
    size: file.size,
    tx_id: 0,
  }
}
