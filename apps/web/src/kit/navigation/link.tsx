import type { MouseEvent, ReactNode } from 'react'
import { go, usePlace } from './location.ts'
import { addressOf, pageFrom, type QueryPatch } from './place.ts'

interface LinkProps {
  to: string
  query?: QueryPatch | undefined
  className?: string | undefined
  label?: string | undefined
  isCurrent?: boolean | undefined
  title?: string | undefined
  [attribute: `data-${string}`]: string
  children: ReactNode
}

/** A link to another page that keeps the time range. It is a real link, so it can be opened in a new tab. */
export function Link({ to, query, className, label, isCurrent, title, children, ...attributes }: LinkProps) {
  const place = pageFrom(usePlace(), to, query)
  function follow(event: MouseEvent<HTMLAnchorElement>) {
    if (event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    go(place)
  }
  return (
    <a
      href={addressOf(place)}
      className={className}
      aria-label={label}
      aria-current={isCurrent ? 'page' : undefined}
      title={title}
      onClick={follow}
      {...attributes}
    >
      {children}
    </a>
  )
}
