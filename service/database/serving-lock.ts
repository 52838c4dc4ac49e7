/** The key of the shared advisory lock that each serving process holds. */
export const SERVING_LOCK = 7_101_976;
