export { digestOfFile, writeArchiveFile } from './archive/archive-file.ts'
export { type ArchiveStatement, signArchive } from './archive/archive-statement.ts'
export { verifyArchive } from './archive/verify-archive.ts'
export { verifyArchives } from './archive/verify-archives.ts'
export { AuditConfig } from './audit-config.ts'
export { type ChainEnd, type ChainRow, type Collected, GENESIS } from './chain.ts'
export { type Collector, createCollector } from './collector.ts'
export { writeDurably } from './durably.ts'
export { headFileIn, readHeadFile, writeHeadFile } from './head-file.ts'
export {
  newSigningKey,
  openStatement,
  publicHalf,
  readSigningKey,
  type SignedStatement,
  signingKeyName,
  signStatement,
  type Statement,
} from './statement.ts'
export {
  type Break,
  fromTheBeginning,
  type TrailSource,
  type TrailStart,
  type Verdict,
  verifyTrail,
} from './verify-trail.ts'
export { type ChainReader, walkChain } from './walk-chain.ts'
