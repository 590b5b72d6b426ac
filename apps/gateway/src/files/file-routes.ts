import type { ServerResponse } from 'node:http'
import { PIECE_BYTES } from '@watchpost/files'
import type { RateLimit } from '@watchpost/runtime'
import type { FileAnswer } from '@watchpost/store'
import { Type } from 'typebox'
import { withJsonBodies } from '../http/json-bodies.ts'
import { readBody } from '../http/read-body.ts'
import type { GatewayApp, Routes } from '../http/routes.ts'
import type { KnownProbe } from '../identity/known-probe.ts'
import { Refusal } from '../refusal.ts'
import type { FileIntake } from './file-intake.ts'
import { fileLimits } from './file-limits.ts'

const Announced = Type.Object({
  files: Type.Array(
    Type.Object({
      sha256: Type.String({ pattern: '^[0-9a-f]{64}$' }),
      size: Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER }),
    }),
    { minItems: 1, maxItems: fileLimits.announcedAtOnce },
  ),
})

export interface FilePorts {
  intake: FileIntake
  /** Limits announcements, by probe. */
  announcements: Pick<RateLimit, 'take'>
  /** Throws a Refusal while this probe, or any probe, may not upload; otherwise reserves memory for the piece. */
  admitPiece(probe: KnownProbe, answer: ServerResponse): void
  /** Releases that memory, and counts the bytes against the probe's rate limit. */
  wasRead(probe: KnownProbe, answer: ServerResponse, bytes: number): void
}

/** `/v1/files`: a probe announces files by their SHA-256 and uploads those that the appliance does not have. */
export function fileRoutes({ intake, announcements, admitPiece, wasRead }: FilePorts): Routes {
  const announceRoute = withJsonBodies((app) => {
    app.post<{ Body: unknown }>('/v1/files', {
      bodyLimit: fileLimits.announcementBytes,
      onRequest: async ({ probe }) => {
        const { isAllowed, resetSeconds } = announcements.take(String(probe.id))
        if (isAllowed) return
        throw new Refusal('too-many-requests', 'Announce more files at a time, less often.', {
          retryAfterSeconds: resetSeconds,
        })
      },
      handler: async ({ probe, body }) => {
        const { files } = readBody(Announced, body)
        // A hash that is announced twice has one size.
        const sizes = new Map(files.map(({ sha256, size }) => [sha256, size]))
        const answers = await intake.announce(
          probe.id,
          [...sizes].map(([sha256, size]) => ({ sha256: Buffer.from(sha256, 'hex'), size })),
        )
        return { piece_bytes: PIECE_BYTES, files: answers.map(toJson) }
      },
    })
  })

  const pieceRoute: Routes = (app) => {
    void app.register(async (scope: GatewayApp) => {
      scope.removeAllContentTypeParsers()
      scope.addContentTypeParser('application/octet-stream', { parseAs: 'buffer' }, (_request, body, done) =>
        done(null, body),
      )
      scope.put<{ Params: { sha256: string; index: string }; Body: Buffer | undefined }>('/v1/files/:sha256/:index', {
        bodyLimit: PIECE_BYTES,
        // Runs before the body is read, so that a refused probe costs no memory.
        onRequest: async ({ probe }, reply) => admitPiece(probe, reply.raw),
        handler: async ({ probe, params, body = Buffer.alloc(0) }, reply) => {
          try {
            const piece = { sha256: digestOf(params.sha256), index: indexOf(params.index), bytes: body }
            return toJson({ sha256: piece.sha256, ...(await intake.receive(probe.id, piece)) })
          } finally {
            // Only now: the piece is in memory until it is stored.
            wasRead(probe, reply.raw, body.length)
          }
        },
      })
    })
  }

  return (app) => {
    announceRoute(app)
    pieceRoute(app)
  }
}

function toJson(answer: FileAnswer) {
  const sha256 = answer.sha256.toString('hex')
  if (answer.state === 'uploading') return { sha256, state: answer.state, next_piece: answer.nextPiece }
  return { ...answer, sha256 }
}

function digestOf(text: string): Buffer {
  if (/^[0-9a-f]{64}$/.test(text)) return Buffer.from(text, 'hex')
  throw new Refusal('invalid-request', 'A file is named by its SHA-256: 64 hexadecimal digits in lower case.')
}

function indexOf(text: string): number {
  const index = /^[0-9]{1,4}$/.test(text) ? Number(text) : Number.NaN
  if (index < fileLimits.pieces) return index
  throw new Refusal('invalid-request', `A piece has a number from 0 to ${fileLimits.pieces - 1}.`)
}
