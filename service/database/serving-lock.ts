/** The key of the shared advisory lock held by each serving process. */
export const SERVING_LOCK = 7_101_976;
