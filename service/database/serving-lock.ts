/** The key of the shared advisory lock that each serving process holds so that other processes can detect it. */
export const SERVING_LOCK = 7_101_976;
