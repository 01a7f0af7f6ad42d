export { GATES, type GateId as Gate } from '../../scoring/pair-gates';
