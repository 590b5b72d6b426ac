import { type Static, Type } from 'typebox'

/** Where the audit stores what must not be in the database. */
export const AuditConfig = Type.Object({
  dir: Type.Optional(
    Type.String({
      env: 'AUDIT_DIR',
      description:
        'Folder outside the database for the signed head of the audit, and for archives of old rows; without it no one can see when its newest rows were cut off.',
    }),
  ),
})
export type AuditConfig = Static<typeof AuditConfig>
