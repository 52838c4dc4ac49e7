export const DesignerPage = () => null;
