import type { Alert } from '@watchpost/contract'
import { useState } from 'react'
import { Button, SwitchButton } from '../../kit/controls/button.tsx'
import list from '../../kit/table/list-page.module.css'
import { Menu } from '../../kit/controls/menu.tsx'
import { refine } from '../../kit/navigation/location.ts'
import { prefer } from '../../kit/state/preferences.ts'
import { useMayMark } from '../../session/session.ts'
import { text } from '../../texts/text.ts'
import { JobDialog } from './job-dialog.tsx'
import { useTime } from '../../range/time-context.tsx'
import type { AlertColumn } from '../list/alert-columns.tsx'
import type { AlertFilter } from '../list/alert-filter.ts'
import { useExport } from '../list/use-export.ts'

interface AlertActionsProps {
  isLive: boolean
  all: readonly AlertColumn[]
  /** The chosen columns of single alerts, whatever the list shows. */
  columns: readonly AlertColumn[]
  filter: AlertFilter
  live: readonly Alert[] | undefined
}

/** Actions for the list: follow live alerts, choose columns, export a file. */
export function AlertActions({ isLive, all, columns, filter, live }: AlertActionsProps) {
  const { range } = useTime()
  const saving = useExport()
  const mayMark = useMayMark()
  const [isShowingJobs, setShowingJobs] = useState(false)
  const chosen = columns.map(({ id }) => id)
  function toggleColumn(id: string) {
    const next = chosen.includes(id) ? chosen.filter((each) => each !== id) : [...chosen, id]
    if (next.length > 0) prefer({ alertColumns: next })
  }
  return (
    <>
      <span className={list.push} />
      <SwitchButton
        icon="live"
        label={text('alerts.live')}
        isOn={isLive}
        onChange={(isOn) => refine({ live: isOn ? '1' : null })}
      />
      {mayMark && (
        <Button icon="clock" onPress={() => setShowingJobs(true)}>
          {text('jobs.title')}
        </Button>
      )}
      <JobDialog isOpen={isShowingJobs} onClose={() => setShowingJobs(false)} />
      <Menu
        label={text('alerts.columns')}
        isLasting
        trigger={<Button icon="columns">{text('alerts.columns')}</Button>}
        parts={[{ id: 'columns', entries: all.map(({ id, title }) => ({ id, name: title })), chosen }]}
        onChoose={toggleColumn}
      />
      <Button
        icon="download"
        isPending={saving.isPending}
        onPress={() => saving.mutate({ filter, range, columns, live })}
      >
        {text('alerts.csv')}
      </Button>
    </>
  )
}
