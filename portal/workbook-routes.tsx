import { createRoute } from '@tanstack/react-router';
import {
  parseDesignSearch,
  parseWorkbookSearch,
  parseWorkbooksSearch,
} from '#portal/workbooks/model/workbook-search.ts';
import { lazyPage } from './lazy-page.tsx';
import { onlyKnown } from './only-known.ts';
import { root } from './root-route.tsx';

// Workbooks, their versions and their designer.

const workbooks = createRoute({
  getParentRoute: () => root,
  path: '/workbooks',
  validateSearch: onlyKnown(parseWorkbooksSearch),
  component: lazyPage(() => import('#portal/workbooks/WorkbookList.tsx'), 'WorkbookList'),
});

const workbook = createRoute({
  getParentRoute: () => root,
  path: '/workbooks/$workbookId',
  validateSearch: onlyKnown(parseWorkbookSearch),
  component: lazyPage(() => import('#portal/workbooks/WorkbookPage.tsx'), 'WorkbookPage'),
});

const workbookDesign = createRoute({
  getParentRoute: () => root,
  path: '/workbooks/$workbookId/design',
  validateSearch: onlyKnown(parseDesignSearch),
  component: lazyPage(() => import('#portal/workbooks/designer/DesignerPage.tsx'), 'DesignerPage'),
});

export const workbookRoutes = [workbooks, workbook, workbookDesign] as const;
