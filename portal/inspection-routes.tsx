import { createRoute, redirect } from '@tanstack/react-router';
import { DEFAULT_VIEWS, parseInspectionsSearch } from '#portal/inspections/inspections-search.ts';
import { parseReviewSearch } from '#portal/inspections/review-search.ts';
import { dropUnknownParameters, isEmptySearch } from './drop-unknown-parameters.ts';
import { lazyPage } from './lazy-page.tsx';
import { root } from './root-route.tsx';

// Routes for inspections and their review.

const inspections = createRoute({
  getParentRoute: () => root,
  path: '/inspections',
  validateSearch: dropUnknownParameters(parseInspectionsSearch),
  beforeLoad: ({ search }) => {
    // Without any filters, the default view is shown.
    if (isEmptySearch(search))
      throw redirect({ to: '/inspections', search: { ...DEFAULT_VIEWS.viewToReview }, replace: true });
  },
  component: lazyPage(() => import('#portal/inspections/InspectionList.tsx'), 'InspectionList'),
});

const review = createRoute({
  getParentRoute: () => root,
  path: '/inspections/$inspectionId',
  validateSearch: dropUnknownParameters(parseReviewSearch),
  component: lazyPage(() => import('#portal/inspections/ReviewPage.tsx'), 'ReviewPage'),
});

export const inspectionRoutes = [inspections, review] as const;
