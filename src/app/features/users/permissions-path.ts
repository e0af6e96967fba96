/** Path of the page "Who may do what". */
export const PERMISSIONS_PATH = '/permissions';
