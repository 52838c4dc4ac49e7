/** Each serving process holds this shared advisory lock while connected, so that other processes can detect it. */
export const SERVING_LOCK = 7_101_976;
