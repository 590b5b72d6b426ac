import type { Trouble } from '../send/trouble.ts'
import type { FileAnswer, FileGateway } from '../send/file-answers.ts'
import type { FileStore, StoredFile } from './file-store.ts'

export interface UploadPorts {
  store: Pick<FileStore, 'read'>
  gateway: Pick<FileGateway, 'sendPiece'>
  /** Waits until this many bytes may be sent. */
  pace(bytes: number, stop: AbortSignal): Promise<void>
  /** Waits while events have to go first. */
  giveWay(stop: AbortSignal): Promise<void>
}

/** `later`: the file has changed, or the gateway expects another piece. The next announcement settles it. */
export type Uploaded = 'stored' | 'refused' | 'later' | Trouble

/** Uploads a file from a piece on, with `memory` of the size of a piece. Ends early, with `later`, when `stop` aborts. */
export async function uploadFile(
  { store, gateway, pace, giveWay }: UploadPorts,
  { file, nextPiece, memory }: { file: StoredFile; nextPiece: number; memory: Buffer },
  stop: AbortSignal,
): Promise<Uploaded> {
  const pieceBytes = memory.length
  let index = nextPiece
  while (!stop.aborted) {
    const offset = index * pieceBytes
    const length = Math.min(pieceBytes, file.size - offset)
    if (length <= 0) return 'later'
    await giveWay(stop)
    await pace(length, stop)
    const piece = memory.subarray(0, length)
    if ((await store.read(file, offset, piece)) === 'changed') return 'later'
    const answer: FileAnswer | Trouble = await gateway.sendPiece(file.sha256, index, piece)
    if ('kind' in answer) return answer.kind === 'refused' && answer.code === 'file-piece-unexpected' ? 'later' : answer
    if (answer.state !== 'uploading') return answer.state
    index = answer.nextPiece
  }
  return 'later'
}
