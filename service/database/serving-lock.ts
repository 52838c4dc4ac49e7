/** A process that serves holds this advisory lock, shared, as long as it is connected: others see that it is there. */
export const SERVING_LOCK = 7_101_976;
