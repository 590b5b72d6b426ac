import type { HttpsAnswer } from './https-client.ts'
import { parse, type Trouble } from './trouble.ts'

/** What the appliance wants to have of a file. */
export type FileAnswer = { sha256: string } & (
  | { state: 'stored' }
  | { state: 'refused'; reason: string }
  | { state: 'uploading'; nextPiece: number }
)

export interface Announced {
  pieceBytes: number
  files: FileAnswer[]
}

/** The gateway's API for files. */
export interface FileGateway {
  announce(files: ReadonlyArray<{ sha256: string; size: number }>): Promise<Announced | Trouble>
  sendPiece(sha256: string, index: number, piece: Buffer): Promise<FileAnswer | Trouble>
}

/** Limits the memory that a piece takes here, whatever the gateway says. */
const MOST_PIECE_BYTES = 4 * 1024 ** 2

export function announcedIn({ status, text }: HttpsAnswer): Announced | undefined {
  const { piece_bytes: pieceBytes, files } = parse(text)
  if (status !== 200 || !Array.isArray(files)) return undefined
  if (typeof pieceBytes !== 'number' || pieceBytes < 1 || pieceBytes > MOST_PIECE_BYTES) return undefined
  const answers = files.map(fileAnswer)
  return answers.every((each) => each !== undefined) ? { pieceBytes, files: answers } : undefined
}

export function fileAnswerIn({ status, text }: HttpsAnswer): FileAnswer | undefined {
  return status === 200 ? fileAnswer(parse(text)) : undefined
}

function fileAnswer(value: Record<string, unknown>): FileAnswer | undefined {
  const { sha256, state, reason, next_piece: nextPiece } = value
  if (typeof sha256 !== 'string') return undefined
  if (state === 'stored') return { sha256, state }
  if (state === 'refused' && typeof reason === 'string') return { sha256, state, reason }
  if (state === 'uploading' && typeof nextPiece === 'number') return { sha256, state, nextPiece }
  return undefined
}
