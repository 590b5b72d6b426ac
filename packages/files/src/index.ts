export {
  BrokenContentError,
  type ContentStore,
  createContentStore,
  pieceLength,
  piecesOf,
  PIECE_BYTES,
} from './content-store.ts'
export { createDiskObjects } from './disk-objects.ts'
export { FilesConfig } from './files-config.ts'
export type { ObjectStore } from './object-store.ts'
