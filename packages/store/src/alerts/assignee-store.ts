import { roleIncludes, roles } from '@watchpost/contract/names'
import { sql } from 'kysely'
import type { Store } from '../database/connect-store.ts'

type Reader = Pick<Store['db'], 'selectFrom'>

const assignableRoles = roles.filter((role) => roleIncludes(role, 'alert:write'))

export type AssigneeStore = ReturnType<typeof createAssigneeStore>

/** The users that alerts can be assigned to: enabled accounts that may change alerts. */
export function createAssigneeStore({ db }: Store) {
  return {
    /** Their names, in alphabetical order. */
    async list(): Promise<string[]> {
      const rows = await assignable(db).orderBy(sql`lower(username)`).execute()
      return rows.map(({ username }) => username)
    },
  }
}

/** The name as the account has it: upper and lower case are the same name. */
export async function findAssignee(db: Reader, name: string): Promise<string | undefined> {
  const row = await assignable(db).where(sql`lower(username)`, '=', sql`lower(${name})`).executeTakeFirst()
  return row?.username
}

function assignable(db: Reader) {
  return db
    .selectFrom('account')
    .select('username')
    .where('disabled_at', 'is', null)
    .where('role', 'in', assignableRoles)
}
