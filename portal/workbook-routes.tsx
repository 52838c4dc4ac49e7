import { createRoute } from '@tanstack/react-router';
import { parseDesignSearch } from '#portal/workbooks/designer/design-search.ts';
import { parseWorkbookSearch, parseWorkbooksSearch } from '#portal/workbooks/workbook-search.ts';
import { dropUnknownParameters } from './drop-unknown-parameters.ts';
import { lazyPage } from './lazy-page.tsx';
import { root } from './root-route.tsx';

// Routes for workbooks, their versions and the editor.

const workbooks = createRoute({
  getParentRoute: () => root,
  path: '/workbooks',
  validateSearch: dropUnknownParameters(parseWorkbooksSearch),
  component: lazyPage(() => import('#portal/workbooks/WorkbookList.tsx'), 'WorkbookList'),
});

const workbook = createRoute({
  getParentRoute: () => root,
  path: '/workbooks/$workbookId',
  validateSearch: dropUnknownParameters(parseWorkbookSearch),
  component: lazyPage(() => import('#portal/workbooks/WorkbookPage.tsx'), 'WorkbookPage'),
});

const workbookDesign = createRoute({
  getParentRoute: () => root,
  path: '/workbooks/$workbookId/design',
  validateSearch: dropUnknownParameters(parseDesignSearch),
  component: lazyPage(() => import('#portal/workbooks/designer/DesignerPage.tsx'), 'DesignerPage'),
});

export const workbookRoutes = [workbooks, workbook, workbookDesign] as const;
