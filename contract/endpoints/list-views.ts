import { z } from 'zod';
import { endpointsOf } from '../endpoint.ts';
import { id, idParams, requiredText } from '../primitives.ts';

const endpoint = endpointsOf('User administration');

export const MAX_VIEW_NAME = 60;
export const MAX_LIST_VIEWS = 100;

export const viewName = z.strictObject({
  name: requiredText(MAX_VIEW_NAME),
  /** Shown when the list is opened without filters. */
  is_default: z.boolean(),
});

const newView = viewName.extend({
  list: z.string().regex(/^[a-z-]{1,40}$/),
  /** Filters and order as in the address of the list: `state=draft&sort=sold:desc`. */
  search: z.string().max(1_000),
});

const listView = newView.extend({ id });
export type ListView = z.output<typeof listView>;

const views = z.array(listView).max(MAX_LIST_VIEWS);

export const listViewEndpoints = {
  listViews: endpoint('GET /list-views', {
    access: 'admin',
    summary: 'List the views of staff lists that the caller saved',
    response: views,
  }),
  saveView: endpoint('PUT /list-views', {
    access: 'admin',
    summary: 'Save a view of a staff list; one of the same name is replaced',
    body: newView,
    response: views,
  }),
  deleteView: endpoint('DELETE /list-views/:id', {
    access: 'admin',
    summary: 'Delete a saved view',
    params: idParams,
    response: views,
  }),
};
