import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { errorAt } from './field-errors.ts'

/** Submits a form and holds the result of the last submission. */
export interface Submission {
  submit: () => void
  error: unknown
  /** The parts of the body whose errors a field shows, for example `#/hostname`. */
  shownPointers: ReadonlySet<string>
}

interface FormOptions<Fields, Result> {
  /** The initial values. */
  first: Fields
  /** The member of the request body for a field whose name differs from it. */
  members?: { readonly [Name in keyof Fields]?: string }
  send: (fields: Fields) => Promise<Result>
  /** Called after the API accepted the form. The form stays pending until this has finished. */
  onDone?: (result: Result, change: (patch: Partial<Fields>) => void) => unknown
}

/**
 * The state of a form: its fields, whether they have changed, submission, and the error of each field. `field`,
 * `select`, `checks` and `check` return the props of the component of that name. `Form` shows errors that no field
 * shows.
 */
export function useForm<Fields extends object, Result>({ first, members, send, onDone }: FormOptions<Fields, Result>) {
  type Name = keyof Fields & string
  const [fields, setFields] = useState(first)
  const change = (patch: Partial<Fields>) => setFields((before) => ({ ...before, ...patch }))
  const attempt = useMutation({
    mutationFn: () => send(fields),
    onSuccess: (result) => onDone?.(result, change),
  })
  // Filled while the fields render: a field that is not rendered cannot show its error.
  const shownPointers = new Set<string>()
  const errorOf = (name: Name, inside = ''): string | undefined => {
    const pointer = `#/${members?.[name] ?? name}${inside && `/${inside}`}`
    shownPointers.add(pointer)
    return errorAt(attempt.error, pointer)
  }
  const setterOf =
    <Key extends Name>(name: Key) =>
    (value: Fields[Key]) =>
      setFields((before) => ({ ...before, [name]: value }))
  return {
    fields,
    change,
    isChanged: JSON.stringify(fields) !== JSON.stringify(first),
    submit: () => attempt.mutate(),
    isPending: attempt.isPending,
    error: attempt.error,
    shownPointers,
    /** The error of a field, or of a part inside it. */
    errorOf,
    field: <Key extends Name>(name: Key) => ({
      value: fields[name],
      onChange: setterOf(name),
      error: errorOf(name),
    }),
    /** Without the error, for forms with browser validation: the browser blocks a form while a field has an error. */
    checkedField: <Key extends Name>(name: Key) => ({ value: fields[name], onChange: setterOf(name) }),
    select: <Key extends Name>(name: Key) => ({
      chosen: fields[name],
      onChoose: setterOf(name),
      error: errorOf(name),
    }),
    checks: <Key extends Name>(name: Key) => ({
      chosen: fields[name],
      onChange: setterOf(name),
      error: errorOf(name),
    }),
    check: <Key extends Name>(name: Key) => ({ isOn: fields[name], onChange: setterOf(name) }),
  }
}
