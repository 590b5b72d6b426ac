/** Stores objects by key: `<folder>/<name>`. A folder holds the pieces of one file. */
export interface ObjectStore {
  /** Replaces an object of the same key. Resolves once it would survive a power failure. */
  put(key: string, bytes: Uint8Array): Promise<void>
  get(key: string): Promise<Buffer | 'absent'>
  /** Removes a folder with everything in it. Succeeds if there is none. */
  removeFolder(folder: string): Promise<void>
  /** Free space for new objects; undefined where there is no limit to ask for. */
  freeBytes(): Promise<number | undefined>
}
