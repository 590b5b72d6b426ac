import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { ApiKey, CreatedApiKey } from '@watchpost/contract'
import { useState } from 'react'
import { Answered } from '../kit/feedback/answered.tsx'
import { Button } from '../kit/controls/button.tsx'
import { ConfirmDialog, type Question } from '../kit/feedback/confirm-dialog.tsx'
import { Dialog, DialogActions } from '../kit/feedback/dialog.tsx'
import { Panel } from '../kit/layout/panel.tsx'
import { Explained, PlainPage } from '../kit/layout/plain-page.tsx'
import { PlainTable } from '../kit/table/plain-table.tsx'
import { ShownOnce } from '../kit/feedback/shown-once.tsx'
import { say } from '../kit/feedback/toast.tsx'
import { queryKeys } from '../server/query-keys.ts'
import { useClient } from '../server/server.tsx'
import { usePreferences } from '../kit/state/preferences.ts'
import { useMay } from '../session/session.ts'
import { text } from '../texts/text.ts'
import { keyColumns } from './key-columns.tsx'
import { NewKeyForm } from './new-key.tsx'
import { tryCommand } from './try-command.ts'

/** API keys: the user's own, and for administrators those of all accounts. */
export function KeysPage() {
  const client = useClient()
  const queries = useQueryClient()
  const may = useMay()
  const { clock } = usePreferences()
  const asked = useQuery({
    queryKey: queryKeys.apiKeys,
    queryFn: async ({ signal }) => (await client.listApiKeys({ signal })).body,
  })
  const [isAdding, setAdding] = useState(false)
  const [made, setMade] = useState<CreatedApiKey>()
  const [question, setQuestion] = useState<Question>()
  const follow = () => queries.invalidateQueries({ queryKey: queryKeys.apiKeys })
  const remove = ({ id, name }: ApiKey) =>
    setQuestion({
      title: text('keys.removeTitle', { name }),
      words: text('keys.removeWords'),
      action: text('keys.remove'),
      isDangerous: true,
      run: async () => {
        await client.removeApiKey({ params: { id } })
        say(text('keys.removeDone', { name }))
        await follow()
      },
    })
  return (
    <PlainPage>
      <Explained>{text('keys.about')}</Explained>
      <Panel
        title={text('page.keys')}
        isFlush
        aside={
          may('key:write') && (
            <Button look="main" icon="plus" onPress={() => setAdding(true)}>
              {text('keys.add')}
            </Button>
          )
        }
      >
        <Answered asked={asked} isEmpty={(keys) => keys.length === 0} empty={text('keys.none')}>
          {(keys) => (
            <PlainTable
              label={text('page.keys')}
              columns={keyColumns(clock, remove)}
              rows={keys}
              idOf={({ id }) => id}
            />
          )}
        </Answered>
      </Panel>
      <Dialog title={text('keys.add')} isWide isOpen={isAdding} onClose={() => setAdding(false)}>
        <NewKeyForm
          onClose={() => setAdding(false)}
          onMade={(key) => {
            setAdding(false)
            setMade(key)
            void follow()
          }}
        />
      </Dialog>
      <Dialog
        title={made ? text('keys.created', { name: made.name }) : ''}
        isWide
        isOpen={made !== undefined}
        onClose={() => setMade(undefined)}
      >
        {made && (
          <>
            <p>{text('keys.createdWords')}</p>
            <ShownOnce label={text('keys.value')} value={made.key} />
            <ShownOnce label={text('keys.try')} value={tryCommand(window.location.origin, made.key)} />
            <DialogActions>
              <Button look="main" onPress={() => setMade(undefined)}>
                {text('users.done')}
              </Button>
            </DialogActions>
          </>
        )}
      </Dialog>
      <ConfirmDialog question={question} onClose={() => setQuestion(undefined)} />
    </PlainPage>
  )
}
