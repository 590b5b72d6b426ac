import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { MetricsExport } from '@watchpost/contract'
import { useState } from 'react'
import { Button } from '../../kit/controls/button.tsx'
import { Check } from '../../kit/controls/checks.tsx'
import { errorAt } from '../../kit/controls/field-errors.ts'
import { Field } from '../../kit/controls/field.tsx'
import { FieldRow, Form, FormActions } from '../../kit/controls/form.tsx'
import { say } from '../../kit/feedback/toast.tsx'
import { queryKeys } from '../../server/query-keys.ts'
import { useClient } from '../../server/server.tsx'
import { text } from '../../texts/text.ts'
import { type MetricsFields, metricsFieldsOf, metricsOf } from './metrics-fields.ts'

const pointers = ['#/enabled', '#/ip', '#/port', '#/iface', '#/key']

/** Sets where metrics go, or that they go nowhere. */
export function MetricsForm({ present }: { present: MetricsExport }) {
  const client = useClient()
  const queries = useQueryClient()
  const [fields, setFields] = useState(() => metricsFieldsOf(present))
  const attempt = useMutation({
    mutationFn: () => client.putMetricsExport({ body: metricsOf(fields) }),
    onSuccess: () => {
      say(text('syslog.saved'))
      setFields({ ...fields, key: '' })
      return queries.invalidateQueries({ queryKey: queryKeys.metricsExport })
    },
  })
  const field = (name: Exclude<keyof MetricsFields, 'enabled'>) => ({
    value: fields[name],
    onChange: (value: string) => setFields({ ...fields, [name]: value }),
    error: errorAt(attempt.error, `#/${name}`),
    spellCheck: 'false' as const,
    autoComplete: 'off',
  })
  const isChanged = JSON.stringify(fields) !== JSON.stringify(metricsFieldsOf(present))
  return (
    <Form
      label={text('metrics.title')}
      error={attempt.error}
      pointers={pointers}
      onSubmit={() => attempt.mutate()}
      actions={
        <FormActions>
          <Button type="submit" look="main" isPending={attempt.isPending} isDisabled={!isChanged}>
            {text('syslog.save')}
          </Button>
        </FormActions>
      }
    >
      <Check
        label={text('metrics.enabled')}
        about={text('metrics.enabledHelp')}
        isOn={fields.enabled}
        onChange={(enabled) => setFields({ ...fields, enabled })}
      />
      {fields.enabled && (
        <>
          <FieldRow>
            <Field label={text('metrics.ip')} {...field('ip')} />
            <Field label={text('metrics.port')} {...field('port')} inputMode="numeric" />
          </FieldRow>
          <Field label={text('metrics.iface')} {...field('iface')} help={text('metrics.ifaceHelp')} />
          <Field
            label={text('metrics.key')}
            {...field('key')}
            type="password"
            help={present.has_key ? text('metrics.keyStored') : text('metrics.keyHelp')}
          />
        </>
      )}
    </Form>
  )
}
