import numpy as np
import paddle.fluid as fluid

answer = globals()["answer"]
x, y, z = fluid.data("x", [3], "int64"), fluid.data("y", [3], "float32"), fluid.data("z", [3], "int32")
FEED = {"x": np.array([5, -7, 2]), "y": np.array([1.5, -2.5, 3.25], "float32"), "z": np.array([2, 2, -3], "int32")}
CASES = [
    "x+1.0", "(x+1.0)/(x+10.0)", "y+1.0", "(y+1.0)/(y+10.0)", "(x+1.0)<0.9", "x/x", "x/2.0", "x/2", "y/3",
    "y/x", "x+y", "x*y", "x-y", "z+x", "x+z", "x/z", "2.0/x", "2/x", "7.9/x", "1-x", "1.0-x", "x**2", "x%2",
    "x//2", "x>y", "x>=1.5", "y>1.5", "y*2", "y-1", "3-y", "2**y", "y**2", "x%z", "-x", "-y", "x*2", "2.0*x",
    "x/y", "x<1.5", "x<=-1.5", "1.5<x", "x==5", "y==1.5", "y!=1.5", "x==z", "x!=5.7", "2==z", "x+1.5", "x*1.5",
    "1.5-x", "x-1.5", "x/1.5", "1.5/x",
]
results = {}
for case in CASES:
    try:
        results[case] = eval(case)
    except Exception as error:
        answer[case] = np.array(type(error).__name__)
values = fluid.Executor(fluid.CPUPlace()).run(feed=FEED, fetch_list=list(results.values()))
answer.update(zip(results, values))
