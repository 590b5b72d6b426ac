import { alertOrders } from '@watchpost/contract'
import type { AlertOrder } from '@watchpost/engine'

/** Every accepted spelling: a bare name is ascending, a minus before it descending. */
export type SortName = AlertOrder | 'date' | '-date' | 'risk' | '-risk'

const orders: Record<string, AlertOrder> = {
  date: 'date_asc',
  '-date': 'date_desc',
  risk: 'risk_asc',
  '-risk': 'risk_desc',
  ...Object.fromEntries(alertOrders.map((each) => [each, each])),
}

/** The order of a listing; newest first by default. */
export function orderOf(name: SortName = 'date_desc'): AlertOrder {
  return orders[name] ?? 'date_desc'
}
