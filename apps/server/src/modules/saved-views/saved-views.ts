// Views of lists that operators save: their own, those shared with a site, and the default of a role.
//
// Always true: an operator changes own views only; the actions check who shares one.
//
// Elsewhere: the routes (back-office/shift.routes.ts), the columns of a list (back-office).

export { deleteView, findView, listViews, type NewView, type SavedView, saveView } from './saved-views.store.ts';
