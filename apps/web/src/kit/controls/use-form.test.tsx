import { afterEach, expect, test, vi } from 'vitest'
import { aRefusal, draw, write } from '../fixtures/draw.tsx'
import { Check } from './checks.tsx'
import { Field } from './field.tsx'
import { Form, SaveButton } from './form.tsx'
import { useForm } from './use-form.ts'

const first = { hostname: 'siem.example.org', size: '8192', verify: true }

interface ExampleProps {
  send: (fields: typeof first) => Promise<string>
  onDone?: (result: string) => void
  hasSize?: boolean
}

function Example({ send, onDone, hasSize = true }: ExampleProps) {
  const form = useForm({ first, members: { size: 'max_message_bytes' }, send, onDone: (result) => onDone?.(result) })
  return (
    <Form label="Export" form={form} actions={<SaveButton form={form}>Save</SaveButton>}>
      <Field label="Host" {...form.field('hostname')} />
      {hasSize && <Field label="Size" {...form.field('size')} />}
      <Check label="Verify" {...form.check('verify')} />
    </Form>
  )
}

let part: ReturnType<typeof draw> | undefined
afterEach(() => part?.leave())

async function drawn(props: ExampleProps) {
  const made = draw(<Example {...props} />)
  part = made
  await expect.poll(() => made.place.querySelectorAll('input').length).toBeGreaterThan(1)
  const [hostname = null, size = null] = made.place.querySelectorAll('input:not([type=checkbox])')
  const button = made.place.querySelector('button')
  if (!button) throw new Error('there is no button')
  return { ...made, hostname, size, button, submit: () => made.place.querySelector('form')?.requestSubmit() }
}

/** The error message shown at a field. */
function errorOf(field: Element | null): string | undefined {
  const ids = field?.getAttribute('aria-describedby')?.split(' ') ?? []
  return ids.map((id) => document.getElementById(id)?.textContent).join('') || undefined
}

test('can be saved after a change and sends the values of the fields', async () => {
  const send = vi.fn(() => Promise.resolve('saved'))
  const onDone = vi.fn()
  const { button, hostname, submit } = await drawn({ send, onDone })
  expect(button.disabled).toBe(true)
  write(hostname, 'other.example.org')
  await expect.poll(() => button.disabled).toBe(false)
  submit()
  await expect.poll(() => onDone.mock.calls).toEqual([['saved']])
  expect(send).toHaveBeenCalledWith({ ...first, hostname: 'other.example.org' })
})

test('shows an error only at the field that its pointer names', async () => {
  const refusal = aRefusal(
    { pointer: '#/hostname', detail: 'Unknown.' },
    { pointer: '#/max_message_bytes', detail: 'Small.' },
  )
  const { hostname, size, submit, shown } = await drawn({ send: () => Promise.reject(refusal) })
  submit()
  await expect.poll(() => errorOf(hostname)).toBe('Unknown.')
  expect(errorOf(size)).toBe('Small.')
  expect(shown().match(/Unknown\./g)).toHaveLength(1)
  expect(shown()).toContain('The request is not valid')
})

test('shows an error that belongs to no field above the buttons', async () => {
  const refusal = aRefusal(
    { pointer: '#/max_message_bytes', detail: 'Small.' },
    { pointer: '#/verify', detail: 'Needed.' },
    { detail: 'Not now.' },
  )
  const { submit, shown } = await drawn({ send: () => Promise.reject(refusal), hasSize: false })
  submit()
  await expect.poll(shown).toContain('max_message_bytes Small. verify Needed. Not now.')
})
