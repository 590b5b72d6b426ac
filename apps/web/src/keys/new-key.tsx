import type { CreatedApiKey } from '@watchpost/contract'
import { programRoles, type Scope, scopes } from '@watchpost/contract/names'
import { Checks } from '../kit/controls/checks.tsx'
import { Field } from '../kit/controls/field.tsx'
import { FieldRow, Form } from '../kit/controls/form.tsx'
import { linesOf } from '../kit/controls/lines.ts'
import { Select } from '../kit/controls/select.tsx'
import { SubmitOrCancel } from '../kit/controls/submit-or-cancel.tsx'
import { useForm } from '../kit/controls/use-form.ts'
import { useClient } from '../server/server.tsx'
import { useSession } from '../session/session.ts'
import { text } from '../texts/text.ts'
import { useUsers } from '../users/use-users.ts'
import { endAfter, lives, type Life } from './life.ts'

interface KeyFields {
  name: string
  scopes: Scope[]
  networks: string
  life: Life
  owner: string
}

const empty: KeyFields = { name: '', scopes: [], networks: '', life: 'never', owner: '' }

interface NewKeyFormProps {
  onClose: () => void
  onMade: (key: CreatedApiKey) => void
}

/** Creates an API key: its scopes, allowed networks, lifetime and owner. */
export function NewKeyForm({ onClose, onMade }: NewKeyFormProps) {
  const client = useClient()
  const { data: me } = useSession()
  const users = useUsers().data ?? []
  const form = useForm({
    first: empty,
    members: { life: 'expires_at', owner: 'user_id' },
    send: async ({ networks, life, owner, ...fields }) => {
      const body = {
        ...fields,
        networks: linesOf(networks),
        expires_at: endAfter(life, Date.now()),
        ...(owner && { user_id: Number(owner) }),
      }
      return (await client.createApiKey({ body })).body
    },
    onDone: onMade,
  })
  const mine = me === undefined || me === 'nobody' ? undefined : me
  // The API rejects keys for any other account.
  const owners = users.filter(({ id, role, disabled }) => id !== mine?.id && programRoles.includes(role) && !disabled)
  return (
    <Form
      label={text('keys.add')}
      form={form}
      actions={<SubmitOrCancel submit={text('keys.add')} onCancel={onClose} isPending={form.isPending} />}
    >
      <Field
        label={text('keys.name')}
        {...form.field('name')}
        help={text('keys.nameRules')}
        autoComplete="off"
        autoFocus
      />
      <Checks
        label={text('keys.scopes')}
        choices={scopes.map((id) => ({ id, name: id, about: text(`scope.${id}`) }))}
        {...form.checks('scopes')}
      />
      <Field label={text('keys.networks')} {...form.field('networks')} isLong help={text('keys.networksWords')} />
      <FieldRow>
        <Select
          label={text('keys.life')}
          choices={lives.map((id) => ({ id, name: text(`keys.life.${id}`) }))}
          {...form.select('life')}
        />
        <Select
          label={text('keys.owner')}
          choices={[
            { id: '', name: text('keys.me', { name: mine?.username ?? '' }) },
            ...owners.map(({ id, username }) => ({ id: String(id), name: username })),
          ]}
          {...form.select('owner')}
        />
      </FieldRow>
    </Form>
  )
}
