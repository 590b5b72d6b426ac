import { type Role, roles } from '@watchpost/contract/names'
import { Segmented } from '../kit/controls/segmented.tsx'
import { Facts } from '../kit/table/facts.tsx'
import { text } from '../texts/text.ts'
import styles from './users.module.css'

/** Selects the role of an account. */
export function RoleChoice({ role, onChoose }: { role: Role; onChoose: (role: Role) => void }) {
  return (
    <div className={styles.choice}>
      <span>{text('users.role')}</span>
      <Segmented
        label={text('users.role')}
        choices={roles.map((id) => ({ id, name: text(`role.${id}`) }))}
        chosen={role}
        onChoose={onChoose}
      />
      <div className={styles.words}>
        <RoleList />
      </div>
    </div>
  )
}

/** All roles, one line each. */
export function RoleList() {
  return <Facts facts={roles.map((id) => ({ name: text(`role.${id}`), value: text(`role.${id}.about`) }))} />
}
