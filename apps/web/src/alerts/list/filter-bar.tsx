import type { Alert, ProbeReference } from '@watchpost/contract'
import { alertVerdicts, negationOf, noAssignee, noVerdict } from '@watchpost/contract/names'
import { type FormEvent, type Ref, useEffect, useState } from 'react'
import { Button, SwitchButton } from '../../kit/controls/button.tsx'
import { Chip } from '../../kit/controls/chip.tsx'
import { detectorName, severityKey } from '../../kit/feedback/badge.tsx'
import { Icon } from '../../kit/controls/icon.tsx'
import list from '../../kit/table/list-page.module.css'
import { Segmented } from '../../kit/controls/segmented.tsx'
import { looksLikeAddress } from '../../kit/navigation/looks-like-address.ts'
import { refine } from '../../kit/navigation/location.ts'
import type { QueryPatch } from '../../kit/navigation/place.ts'
import { text } from '../../texts/text.ts'
import {
  type AlertFilter,
  type Exclusion,
  type FilterName,
  filterNames,
  groupingPatch,
  noFilters,
  patchOf,
  statuses,
} from './alert-filter.ts'
import styles from '../alerts.module.css'

interface FilterBarProps {
  filter: AlertFilter
  isLive: boolean
  searchRef: Ref<HTMLInputElement>
}

/** Search by text or IP address, and by status. */
export function FilterBar({ filter, isLive, searchRef }: FilterBarProps) {
  const { search = '' } = filter.values
  const [typed, setTyped] = useState(search)
  useEffect(() => setTyped(search), [search])
  function submit(event: FormEvent) {
    event.preventDefault()
    const words = typed.trim()
    if (looksLikeAddress(words)) {
      setTyped('')
      refine({ ip: words, search: null })
    } else refine({ search: words })
  }
  return (
    <>
      <form className={styles.search} role="search" onSubmit={submit}>
        <Icon name="search" />
        <input
          ref={searchRef}
          type="search"
          aria-label={text('alerts.search')}
          placeholder={text('alerts.search')}
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
          onKeyDown={({ key, currentTarget }) => {
            if (key === 'Escape') currentTarget.blur()
          }}
        />
      </form>
      {!isLive && (
        <Segmented
          label={text('alert.status')}
          choices={statuses.map((id) => ({ id, name: text(`status.${id}`) }))}
          chosen={filter.status}
          onChoose={(status) => refine({ status: status === 'open' ? null : status })}
        />
      )}
      {!isLive && (
        <SwitchButton
          label={text('alerts.grouped')}
          isOn={filter.isGrouped}
          onChange={() => refine(groupingPatch(filter))}
        />
      )}
    </>
  )
}

/** All active conditions, each with a button to remove it. The first alert of the list has names for ids. */
export function FilterChips({ filter, first }: { filter: AlertFilter; first: Alert | undefined }) {
  const given = filterNames.flatMap((name) => {
    const value = filter.values[name]
    return value === undefined ? [] : [{ name, value }]
  })
  const { excluded } = filter
  if (given.length + excluded.length === 0) return null
  return (
    <div className={list.chips} role="list" aria-label={text('filter.list')}>
      {given.map(({ name, value }) => (
        <Chip
          key={name}
          name={text(`filter.${name}`)}
          value={name === 'group' && first ? groupText(first) : valueText(name, value, first?.probe)}
          onRemove={() => refine({ [name]: null })}
        />
      ))}
      {excluded.map((exclusion) => (
        <Chip
          key={`${exclusion.name} ${exclusion.value}`}
          name={text('filter.not', { name: text(`filter.${exclusion.name}`) })}
          value={valueText(exclusion.name, exclusion.value, first?.probe)}
          onRemove={() => refine(without(exclusion, excluded))}
        />
      ))}
      <span role="listitem">
        <Button look="quiet" onPress={() => refine(noFilters)}>
          {text('filter.clear')}
        </Button>
      </span>
    </div>
  )
}

/** The other excluded values of the same filter stay. */
function without(removed: Exclusion, excluded: readonly Exclusion[]): QueryPatch {
  return { [negationOf(removed.name)]: null, ...patchOf(excluded.filter((each) => each !== removed)) }
}

/** Every alert in the list belongs to the group. */
function groupText({ name, src_ip, dest_ip }: Alert): string {
  return `${name} ${src_ip} → ${dest_ip}`
}

function valueText(name: FilterName | Exclusion['name'], value: string, probe: ProbeReference | undefined): string {
  if (name === 'type') return value.split(',').map(detectorName).join(', ')
  if (name === 'severity') {
    return value
      .split(',')
      .map((each) => text(severityKey(Number(each))))
      .join(', ')
  }
  if (name === 'verdict') return value.split(',').map(verdictText).join(', ')
  if (name === 'assignee' && value === noAssignee) return text('alert.noAssignee')
  return name === 'probe_id' && probe && String(probe.id) === value ? probe.fqdn : value
}

const verdicts = [...alertVerdicts, noVerdict] as const

function verdictText(value: string): string {
  const verdict = verdicts.find((each) => each === value)
  return verdict ? text(`verdict.${verdict}`) : value
}
