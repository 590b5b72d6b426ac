import { type Role, roles } from '@watchpost/contract/names'
import { Segmented } from '../kit/controls/segmented.tsx'
import { Facts } from '../kit/table/facts.tsx'
import { text } from '../texts/text.ts'
import styles from './users.module.css'

/** What an account may do. */
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

/** Every role in one line. */
export function RoleList() {
  return <Facts facts={roles.map((id) => ({ name: text(`role.${id}`), value: text(`role.${id}.about`) }))} />
}
