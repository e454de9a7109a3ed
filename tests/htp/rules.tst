# The rules and the protocol: what is legal, what is refused, and how replies look.

1 protocol_version
#? [2]

2 known_command genmove
#? [true]
3 known_command fly
#? [false]
4 fly
#? [unknown command "fly"; list_commands shows all]
5 play b
#? [play takes 2 to 2 arguments, not 1]
6 boardsize 20
#? ["20" is not a number from 0 to 19]
7 boardsize 0 3
#? [a board has 1 to 19 columns and rows]

# 3 columns, 2 rows: Black joins top and bottom
10 boardsize 3 2
#? []
11 all_legal_moves b
#? [a1 b1 c1 a2 b2 c2]
12 play b b1
#? []
13 play w B1   # in either case
#? [illegal move 2 \(white b1\): the cell is occupied]
14 play w a3
#? ["a3" is neither a cell of a board of 3 columns and 2 rows nor swap-pieces, swap-sides, pass, resign or forfeit]
15 play r a1
#? ["r" is no side; expected black or white]
16 swap-pieces
#? [illegal move 2 \(white swap-pieces\): swap-pieces needs a square board; swap-sides does not]
17 play w swap-sides
#? []
18 play b swap-sides
#? [illegal move 3 \(black swap-sides\): there was a swap before]
19 final_score
#? [cannot score]
20 play black a2
#? []
21 final_score
#? [B\+]
22 play w c1
#? [illegal move 4 \(white c1\): the game is over]
23 genmove w
#? [resign]
24 all_legal_moves
#? []
25 dfpn-solve-state w
#? [black]
26 eval-twod b
#? [the game is over]
27 undo
#? []
28 final_score
#? [cannot score]
29 undo
30 undo
31 undo
#? [cannot undo: no move has been made]

# a swap of pieces reflects the stone
40 boardsize 3
41 play b b1
42 play w swap-pieces
43 showboard
#? [ *a  b  c\s+1\\ .  .  . \\1\s+2\\ W  .  . \\2\s+3\\ .  .  . \\3\s+black to move]
44 clear_board
45 play w resign
46 final_score
#? [B\+]

# sides may move in any order
50 clear_board
51 play b a1
52 play b a2
53 dfpn-clear-tt
54 play b a3
55 final_score
#? [B\+]

60 param_game allow_swap 1
61 param_game
#? [\[bool\] allow_swap 1]
62 param_nashd seed 7
63 param_nashd speed 7
#? [unknown parameter "speed"; known: engine, iterations, nodes, plain, simulations, net, seed, timeout]
64 param_nashd engine best
#? [unknown engine "best"; known: .*]
65 param_nashd engine random
66 clear_board
67 reg_genmove b
#? [[abc][123]]
68 genmove b
#? [[abc][123]]

# records; the path begins at the folder of this suite
70 loadsgf game.sgf
71 showboard
#? [ *a  b  c  d  e\s+1\\ .  .  .  .  . \\1\s+2\\ W  .  .  .  . \\2\s+3\\ .  .  B  .  . \\3\s+4\\ .  .  .  .  . \\4\s+white to move]
72 loadsgf game.sgf 1
73 showboard
#? [ *a  b  c  d  e\s+1\\ .  .  .  .  . \\1\s+2\\ .  .  .  .  . \\2\s+3\\ .  .  B  .  . \\3\s+4\\ .  .  .  .  . \\4\s+white to move]
74 loadsgf none.sgf
#? [cannot load none.sgf: No such file or directory]
75 loadsgf meson.build
#? [cannot load meson.build: .*]
76 loadsgf illegal.sgf
#? [cannot load illegal.sgf: move 2 \(white c3\): the cell is occupied]
77 loadsgf illegal.sgf 1

80 boardsize 4
81 compute-inferior b
#? [a1 .*]
82 eval-twod w
#? [a1 \d.*]
83 eval-resist b
#? [res 0.000 rew 1.\d{3} reb 1.\d{3}]
84 eval-resist-cells b
#? [a1 0.\d{3} .*]
quit
