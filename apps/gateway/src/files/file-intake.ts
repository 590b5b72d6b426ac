import { type ContentStore, pieceLength, piecesOf } from '@watchpost/files'
import type { AnnouncedFile, FileAnswer, FileUpload, ProbeFileStore, UploadStep } from '@watchpost/store'
import { Refusal } from '../refusal.ts'

/** A piece of a file as a probe sends it. */
export interface Piece {
  sha256: Buffer
  index: number
  bytes: Buffer
}

export interface FileIntakePorts {
  files: Pick<ProbeFileStore, 'announce' | 'continueUpload'>
  contents: Pick<ContentStore, 'writePiece' | 'digest'>
  /** Throws a Refusal while there is no space for more. */
  admit(): void
  /** The largest file that is taken. */
  maxBytes(): number
  /** Runs a few tasks at a time. */
  inTurn<T>(task: () => Promise<T>): Promise<T>
  telemetry: { pieceStored(bytes: number): void; fileEnded(outcome: Exclude<UploadStep['state'], 'uploading'>): void }
}

/** Takes files from probes, piece by piece. A file counts as stored only after its whole content was checked. */
export function createFileIntake({ files, contents, admit, maxBytes, inTurn, telemetry }: FileIntakePorts) {
  async function put(upload: FileUpload, { sha256, index, bytes }: Piece): Promise<UploadStep> {
    const { contentId, size, nextPiece } = upload
    if (index !== nextPiece) {
      throw new Refusal('file-piece-unexpected', `The next piece is ${nextPiece}.`)
    }
    const length = pieceLength(size, index)
    if (bytes.length !== length) {
      throw new Refusal('invalid-request', `Piece ${index} of this file has ${length} bytes, not ${bytes.length}.`)
    }
    await contents.writePiece(contentId, index, bytes)
    telemetry.pieceStored(length)
    if (index + 1 < piecesOf(size)) return { state: 'uploading', nextPiece: index + 1 }
    const digest = await contents.digest(contentId, size)
    return digest.equals(sha256) ? { state: 'stored' } : { state: 'refused', reason: 'digest-differs' }
  }

  return {
    announce(probeId: number, announced: readonly AnnouncedFile[]): Promise<FileAnswer[]> {
      admit()
      return files.announce(probeId, announced, maxBytes())
    },

    async receive(probeId: number, piece: Piece): Promise<UploadStep> {
      admit()
      const step = await inTurn(() => files.continueUpload(probeId, piece.sha256, (upload) => put(upload, piece)))
      if (step === 'absent') {
        throw new Refusal('file-piece-unexpected', 'This file is not being uploaded. Announce it first.')
      }
      if (step.state !== 'uploading') telemetry.fileEnded(step.state)
      return step
    },
  }
}
export type FileIntake = ReturnType<typeof createFileIntake>
