import { useMutation } from '@tanstack/react-query'
import type { CreatedApiKey } from '@watchpost/contract'
import { programRoles, type Scope, scopes } from '@watchpost/contract/names'
import { useState } from 'react'
import { Checks } from '../kit/controls/checks.tsx'
import { errorAt } from '../kit/controls/field-errors.ts'
import { Field } from '../kit/controls/field.tsx'
import { FieldRow, Form } from '../kit/controls/form.tsx'
import { linesOf } from '../kit/controls/lines.ts'
import { Select } from '../kit/controls/select.tsx'
import { SubmitOrCancel } from '../kit/controls/submit-or-cancel.tsx'
import { useClient } from '../server/server.tsx'
import { useSession } from '../session/session.ts'
import { text } from '../texts/text.ts'
import { useUsers } from '../users/use-users.ts'
import { endAfter, lives, type Life } from './life.ts'

const pointers = ['#/name', '#/scopes', '#/networks', '#/expires_at', '#/user_id']

interface NewKeyFormProps {
  onClose: () => void
  onMade: (key: CreatedApiKey) => void
}

/** Makes a key: what it may be used for, from where, for how long, and for whom it acts. */
export function NewKeyForm({ onClose, onMade }: NewKeyFormProps) {
  const client = useClient()
  const { data: me } = useSession()
  const users = useUsers().data ?? []
  const [name, setName] = useState('')
  const [chosen, setChosen] = useState<Scope[]>([])
  const [networks, setNetworks] = useState('')
  const [life, setLife] = useState<Life>('never')
  const [owner, setOwner] = useState('')
  const attempt = useMutation({
    mutationFn: async () =>
      (
        await client.createApiKey({
          body: {
            name,
            scopes: chosen,
            networks: linesOf(networks),
            expires_at: endAfter(life, Date.now()),
            ...(owner && { user_id: Number(owner) }),
          },
        })
      ).body,
    onSuccess: onMade,
  })
  const mine = me === undefined || me === 'nobody' ? undefined : me
  // A key for any other account would be refused.
  const owners = users.filter(({ id, role, disabled }) => id !== mine?.id && programRoles.includes(role) && !disabled)
  return (
    <Form
      label={text('keys.add')}
      error={attempt.error}
      pointers={pointers}
      actions={<SubmitOrCancel submit={text('keys.add')} onCancel={onClose} isPending={attempt.isPending} />}
      onSubmit={() => attempt.mutate()}
    >
      <Field
        label={text('keys.name')}
        value={name}
        onChange={setName}
        help={text('keys.nameRules')}
        error={errorAt(attempt.error, '#/name')}
        autoComplete="off"
        autoFocus
      />
      <Checks
        label={text('keys.scopes')}
        choices={scopes.map((id) => ({ id, name: id, about: text(`scope.${id}`) }))}
        chosen={chosen}
        onChange={setChosen}
        error={errorAt(attempt.error, '#/scopes')}
      />
      <Field
        label={text('keys.networks')}
        value={networks}
        onChange={setNetworks}
        isLong
        help={text('keys.networksWords')}
        error={errorAt(attempt.error, '#/networks')}
      />
      <FieldRow>
        <Select
          label={text('keys.life')}
          choices={lives.map((id) => ({ id, name: text(`keys.life.${id}`) }))}
          chosen={life}
          onChoose={setLife}
          error={errorAt(attempt.error, '#/expires_at')}
        />
        <Select
          label={text('keys.owner')}
          choices={[
            { id: '', name: text('keys.me', { name: mine?.username ?? '' }) },
            ...owners.map(({ id, username }) => ({ id: String(id), name: username })),
          ]}
          chosen={owner}
          onChoose={setOwner}
          error={errorAt(attempt.error, '#/user_id')}
        />
      </FieldRow>
    </Form>
  )
}
