import { type Static, Type } from 'typebox'

/** Where the files that probes upload are stored. */
export const FilesConfig = Type.Object({
  dir: Type.Optional(
    Type.String({
      env: 'FILES_DIR',
      description:
        'Folder for the files that probes upload, encrypted; the same for every service that reads or writes them. Without it the gateway takes no files.',
    }),
  ),
})
export type FilesConfig = Static<typeof FilesConfig>
